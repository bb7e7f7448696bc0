-- What a stock's penalties were before a day on which they were changed: days before it cost what they cost then. What holds now
-- stands with the stock; of rows behind a day the nearest one counts for it.
create table past_penalty_rate (
  stock_id text not null references stock (id),
  until date not null,
  percent_per_day numeric(5, 2) not null,
  percent_after_end numeric(5, 2) not null,
  primary key (stock_id, until)
);

-- What reports ask of every contract there is, in some bytes each: the rows themselves hold leases and prices, four kilobytes each.
create index contract_in_figures on contract (stock_id, id)
  include (status, box_id, start_day, activated_at, leave_at, withdrawn_at, currency, month_rate);

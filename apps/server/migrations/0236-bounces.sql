-- Why a mail did not go: its address was refused, the mail itself was, nobody took it for days, or what it was about is gone.
alter table mail add column failure text check (failure in ('address', 'message', 'tries', 'gone'));
alter table mail add constraint mail_failure_of_failed check (failure is null or status = 'failed');

-- Addresses that a mail server has refused for good; gone from here as soon as one takes a mail again.
create table bouncing_address (
  -- In lower case, as accounts compare them.
  address text primary key,
  since timestamptz not null,
  last_error text not null
);

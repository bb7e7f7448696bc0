-- Movements that paid nothing here and still name whoever made them: the job that takes the names off reads from here.
create index bank_entry_strange on bank_entry (booked_on)
  where state <> 'settled' and payout_id is null and (payer_name is not null or payer_account is not null or purpose <> '');

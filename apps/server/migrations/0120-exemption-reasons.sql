-- Why rent bears no VAT, by kind of customer: printed where the rate is 0 (the basis in law, in the language of that law).
alter table stock
  add column legal_exemption_reason text,
  add column individual_exemption_reason text;

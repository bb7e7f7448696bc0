-- Which documents a rate of a day speaks of is asked for whenever one is entered or taken back, and by the list of them.
create index document_day on document (currency, document_date) where number is not null;

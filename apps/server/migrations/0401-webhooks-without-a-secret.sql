-- A webhook whose secret was sealed with another key is switched off: nothing can be signed for it.
alter table webhook drop constraint webhook_off_reason_check;
-- older servers: the list only grows; one of them shows such a webhook as off, and writes only the reasons that it knows.
alter table webhook add constraint webhook_off_reason_check check (off_reason in ('staff', 'failures', 'gone', 'secret'));

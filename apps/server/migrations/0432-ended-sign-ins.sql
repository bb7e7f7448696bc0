-- Every server reads once a minute which sign-ins have ended in the last quarter of an hour.
create index refresh_session_ended on refresh_session (ended_at) where ended_at is not null;

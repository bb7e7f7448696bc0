-- By itself: only writers of facts wait while it is built (about a second for a million of them), and readers do not.
create index event_tx on event (tx, id);

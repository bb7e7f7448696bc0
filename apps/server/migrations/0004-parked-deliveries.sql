-- What was tried often enough and waits for somebody: counted by every look at the health of the house.
create index event_delivery_parked on event_delivery (event_id) where parked_reason is not null;
-- What is done and old: asked by the job that forgets it.
create index payment_message_received on payment_message (received_at);

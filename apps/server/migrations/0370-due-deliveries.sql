-- What is to be handed on, in the order of its facts. By the day on which it was due the planner found it only while little waited: in
-- a burst it walked the key of the table instead, over everything that had been done in 90 days.
create index event_delivery_waiting on event_delivery (event_id) where done_at is null and parked_reason is null;
drop index event_delivery_due;

-- Where a batch comes from: the request that made it (or tried it again last), and the trace it is part of.
alter table batches add column origin jsonb;

-- The stored answer to a request that may come again, encrypted with the site's secret: it can hold a code or a link.
alter table idempotency_keys add column sealed_reply text;

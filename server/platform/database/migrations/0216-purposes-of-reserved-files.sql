-- `hold` reserves space for an upload that is arriving, and counts towards its owner's quota. `copy` reserves a storage key for bytes
-- that no row names yet, or no longer, so that the sweep finds them (decisions/0109).
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('upload', 'earlier_work', 'export', 'report', 'hold', 'copy'));

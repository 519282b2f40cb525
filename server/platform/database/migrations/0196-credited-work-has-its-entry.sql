-- Work outside is credited as long as its credit entry stands: reversing the entry takes both back.
alter table outside_work
  add constraint outside_work_credited_check check ((state = 'credited') = (credit_entry_id is not null));

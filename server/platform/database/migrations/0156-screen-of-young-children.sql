-- Whether a child under ten gets the simple screen. A guardian with the scope `consent` decides; the last choice applies.
alter table users
  add column young_screen boolean not null default true,
  add column young_screen_set_by uuid references users (id) on delete set null,
  add column young_screen_set_at timestamptz;

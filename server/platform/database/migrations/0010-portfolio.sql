alter table portfolio_items
  drop constraint portfolio_items_audience_check,
  add constraint portfolio_items_audience_check
    check (audience in ('private', 'family', 'advisor', 'link', 'public'));

-- Whether search engines may list the published page.
alter table users add portfolio_listed boolean not null default false;

-- The links themselves are not stored: they are signed with the site's secret (see links.ts).
create table portfolio_links (
  id uuid primary key default gen_random_uuid(),
  learner_id uuid not null references users (id) on delete cascade,
  label text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  views int not null default 0,
  last_viewed_at timestamptz
);

create index portfolio_links_of_learner on portfolio_links (learner_id, created_at desc);

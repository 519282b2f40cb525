-- Columns of accounts that features may read. Passwords, phone numbers, postal addresses and agreements to the terms stay with the
-- features people and auth.
create view accounts as
select id, email, email_verified_at, first_name, last_name, role, status, subscription_tier, date_of_birth, declared_adult, country,
       parent_email, school_email, interests, avatar_file_id, time_zone, safeguarding, licence_expires_on, shown_to_friends,
       weekly_letter, notification_letters, portfolio_slug, portfolio_listed, portfolio_published_at, deletion_due_at, created_at
from users;

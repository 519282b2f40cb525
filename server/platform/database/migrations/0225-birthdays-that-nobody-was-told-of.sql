-- Learners who read of their birthday before the nightly job kept it from telling anybody. The job does it now, and they read of it once
-- more. Older notices are gone by themselves.
delete from age_milestones where told_at = seen_at and told_at > now() - interval '90 days';

-- Guardians' comments on a child's work, visible to the child and the advisor.
alter table attempt_comments drop constraint attempt_comments_author_check;
alter table attempt_comments add constraint attempt_comments_author_check
  check (author in ('learner', 'advisor', 'guardian'));

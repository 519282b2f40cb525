-- Who pays for an erased learner must still be able to end the payment.
alter table subscriptions
  alter column user_id drop not null,
  drop constraint subscriptions_user_id_fkey,
  add constraint subscriptions_user_id_fkey foreign key (user_id) references users on delete set null;

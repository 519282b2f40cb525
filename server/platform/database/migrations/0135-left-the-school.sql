-- The school may have given the address of a person who has left to another person: it identifies nobody in single sign-on.
update users set school_email = null
where id in (select user_id from roster_people where suspended_at is not null);

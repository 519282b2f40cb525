-- The catalog names authors, and a minor without the surname: a corrected birthday changes it.
drop trigger authors_renew_catalog on users;
create trigger authors_renew_catalog
  after update of first_name, last_name, date_of_birth, declared_adult on users
  for each row
  when ((old.first_name, old.last_name, old.date_of_birth, old.declared_adult)
    is distinct from (new.first_name, new.last_name, new.date_of_birth, new.declared_adult))
  execute function renew_catalog_of_author();

-- Offers are off until set. A site with people in it keeps what its pages said before they were settings.
insert into settings (name, value)
select 'offers', '["consultations", "licensed_teachers", "accredited_diploma"]'
where exists (select from users);

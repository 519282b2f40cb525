-- What a person says to be interested in, in words of their own. Recommendations read it.
alter table users add column interests text;

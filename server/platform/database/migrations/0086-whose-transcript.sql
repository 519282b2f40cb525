-- What a registrar tells people of one name apart by: printed on the paper alone, not part of what whoever has the code can read.
alter table issued_transcripts add column learner_identity jsonb;

-- Names the run that applies an import. An admin who cancels it ends this run, not the next one.
alter table roster_imports add column run uuid;

-- How often each file name was given out in an organization, so that no two videos have the same one.
create table file_names (
  org_id text not null references organizations,
  name   text not null,
  taken  integer not null,
  primary key (org_id, name)
);

-- Numbers began anew with each batch, so the count of equal names is at least the highest number among them.
insert into file_names (org_id, name, taken)
select org_id, regexp_replace(file_name, '(-\d{2,})?(\.[a-z0-9]+)$', '\2'), count(*)
from renders
group by 1, 2;

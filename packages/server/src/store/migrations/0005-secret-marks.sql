-- Which secret a token was hashed with: a mark that does not give it away. Null: the one in force when marks began.
alter table tokens add column secret_mark text;

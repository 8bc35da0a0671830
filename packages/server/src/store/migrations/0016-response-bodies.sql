-- What a receiver responded is `responseBody`, as in the API. Rows that an earlier version writes meanwhile are few, and only lose the text.
update webhook_deliveries set tries = (
  select jsonb_agg(
    case when attempt ? 'answer' then attempt - 'answer' || jsonb_build_object('responseBody', attempt -> 'answer') else attempt end
    order by place)
  from jsonb_array_elements(tries) with ordinality as each (attempt, place))
where tries @? '$[*].answer';

-- contract: publications of single buckets follow zero_studio no more, and nothing replicates them, since 20261127025400
do $$ begin
  for number in 0..31 loop
    execute format('drop publication %I', 'zero_bucket_' || lpad(number::text, 2, '0'));
  end loop;
end $$;

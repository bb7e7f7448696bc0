-- Which PINs each site was handed in a list, by their salts: a computer that was cut off may have been stolen with them.
create table access_list_pin (
  stock_id text not null references stock (id),
  account_id text not null references account (id),
  pin_salt text not null,
  listed_at timestamptz not null,
  -- When its site was cut off; null: it was not.
  cut_off_at timestamptz,
  primary key (stock_id, account_id, pin_salt)
);
create index access_list_pin_account on access_list_pin (account_id);

-- PINs that were declared void, newest first, as they were kept: they are not set again.
alter table account add column voided_pins text[] not null default '{}';

-- What sites hold already.
insert into access_list_pin (stock_id, account_id, pin_salt, listed_at)
select distinct l.stock_id, a.id, split_part(a.pin_hash, '$', 2), now()
  from access_list l
  join contract c on c.stock_id = l.stock_id and c.status in ('pending', 'active', 'ended', 'cancelled')
  join account a on a.id in (c.account_id, c.internal_user_id)
 where l.applied_at is not null and a.pin_hash like 'scrypt-%' and a.deleted_at is null
union
select l.stock_id, a.id, split_part(a.pin_hash, '$', 2), now()
  from access_list l
  join account a on a.platform_role <> 'client' and (a.stock_id is null or a.stock_id = l.stock_id)
 where l.applied_at is not null and a.pin_hash like 'scrypt-%' and a.deleted_at is null;

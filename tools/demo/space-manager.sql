-- The demo's external management system: a warehouse in Berlin that somebody else's program keeps. Made up, as of today.
create table ssr_meta (ContractVersion varchar(16) not null, ProductName varchar(64), GeneratedAt timestamp not null);
create table ssr_sites (SiteID varchar(36) primary key, SiteName varchar(128) not null, Address varchar(128), City varchar(30), Zip varchar(16), Country char(2), Phone varchar(32), CurrencyCode char(3) not null, UpdatedAt timestamp not null);
create table ssr_units (UnitID varchar(36) primary key, SiteID varchar(36) not null, UnitNumber varchar(32) not null, SizeCode varchar(16), PhysicalSize decimal(9,2), Height decimal(7,2), Width decimal(7,2), Depth decimal(7,2), MonthRate decimal(12,2) not null, VATRate decimal(5,2), IsOccupied smallint not null, IsReserved smallint not null, IsRentable smallint not null, ContractID varchar(36), UpdatedAt timestamp not null);
create table ssr_map_objects (SiteID varchar(36) not null, MapName varchar(64) not null, ObjectNo int not null, UnitID varchar(36), UnitNumber varchar(32), PosX decimal(9,2) not null, PosY decimal(9,2) not null, SizeX decimal(9,2) not null, SizeY decimal(9,2) not null, Rotation decimal(6,2), primary key (SiteID, MapName, ObjectNo));
create table ssr_customers (CustomerID varchar(36) primary key, SiteID varchar(36), IsCompany smallint not null, CompanyName varchar(128), RegistrationNumber varchar(30), VATNumber varchar(20), Salutation varchar(16), FirstName varchar(64), LastName varchar(64), Email varchar(129), Phone varchar(32), OtherContacts varchar(512), Address varchar(128), City varchar(30), Zip varchar(16), Country char(2), CreatedAt timestamp not null, UpdatedAt timestamp not null);
create table ssr_contracts (ContractID varchar(36) primary key, ContractNumber varchar(32) not null, SiteID varchar(36) not null, CustomerID varchar(36) not null, UnitID varchar(36) not null, StartDate date not null, EndDate date, NoticeLeaveDate date, LeaveDate date, PaidUntil date, InvoiceFrequency int not null, MonthRate decimal(12,2) not null, DiscountPercent decimal(5,2), VATRate decimal(5,2) not null, CurrencyCode char(3) not null, InsuranceAmount decimal(12,2), InsuranceCoverage decimal(12,2), DepositAmount decimal(12,2), Balance decimal(12,2) not null, UpdatedAt timestamp not null);
create table ssr_documents (DocumentID varchar(36) primary key, DocumentType varchar(16) not null, InvoiceNumber varchar(32), SiteID varchar(36) not null, ContractID varchar(36), CustomerID varchar(36) not null, DocumentDate date not null, AccountingDate date not null, DueDate date, PeriodFrom date, PeriodTo date, AmountNet decimal(12,2) not null, VATAmount decimal(12,2) not null, AmountGross decimal(12,2) not null, OpenAmount decimal(12,2) not null, CurrencyCode char(3) not null, PaymentDate date, PaymentMethod varchar(32), DocumentDescription varchar(255), InvoiceComment varchar(255), UpdatedAt timestamp not null);
create table ssr_commands (CommandID varchar(36) primary key, Kind varchar(16) not null, SiteID varchar(36) not null, ContractID varchar(36), UnitID varchar(36), CustomerID varchar(36), DateValue date, Amount decimal(12,2), Payload text, CreatedAt timestamp not null, ProcessedAt timestamp, Result text);

insert into ssr_meta values ('1.0', 'Demo', current_timestamp);
insert into ssr_sites values ('NORD', 'Lagerhaus Nord', 'Seestraße 64', 'Berlin', '13347', 'DE', '+49 30 1234 5678', 'EUR', current_timestamp);
insert into ssr_units
  select 'N' || n, 'NORD', (array['YA', 'YB', 'YC'])[1 + (n - 1) / 8] || '-' || lpad(n::text, 3, '0'), null, (array[2, 3.5, 5, 8])[1 + n % 4], 2.6, (array[1.2, 1.6, 2, 2.5])[1 + n % 4], (array[1.7, 2.2, 2.5, 3.2])[1 + n % 4],
         (array[39, 59, 79, 119])[1 + n % 4], 19, case when n <= 9 then 1 else 0 end, case when n = 10 then 1 else 0 end, case when n = 24 then 0 else 1 end, case when n <= 9 then 'V' || n end, current_timestamp
    from generate_series(1, 24) n;
insert into ssr_map_objects
  select 'NORD', (array['Erdgeschoss', '1. Etage', '2. Etage'])[1 + (n - 1) / 8], n, 'N' || n, (array['YA', 'YB', 'YC'])[1 + (n - 1) / 8] || '-' || lpad(n::text, 3, '0'), 40 + 130 * ((n - 1) % 4), 40 + 160 * (((n - 1) / 4) % 2), 110, 120, 0
    from generate_series(1, 24) n;
insert into ssr_customers
  select 'K' || n, 'NORD', case when company is null then 0 else 1 end, company, case when company is null then null else 'HRB 4' || n || '71 B' end, null, null, first, last, email, phone, others, street, 'Berlin', '13347', 'DE', current_timestamp - interval '400 days', current_timestamp
    from (values
      (1, null, 'Jonas', 'Albrecht', 'jonas.albrecht@kunden.example', '+49 151 2301 0001', null, 'Müllerstraße 12'),
      (2, null, 'Mareike', 'Bode', 'mareike.bode@kunden.example', '+49 151 2301 0002', 'bode@buero.example; +49 30 55 01 02', 'Luxemburger Straße 3'),
      (3, 'Café Panke GmbH', null, null, 'buero@panke.example', '+49 30 55 01 03', null, 'Gerichtstraße 23'),
      (4, null, 'Emre', 'Demir', 'emre.demir@kunden.example', '+49 151 2301 0004', null, 'Seestraße 101'),
      (5, null, 'Ulla', 'Fink', null, '+49 30 55 01 05', null, 'Togostraße 8'),
      (6, 'Fahrradwerk Wedding UG', null, null, 'post@fahrradwerk.example', '+49 30 55 01 06', null, 'Prinzenallee 40'),
      (7, null, 'Paula', 'Grün', 'paula.gruen@kunden.example', '+49 151 2301 0007', null, 'Reinickendorfer Straße 5'),
      (8, null, 'Paul', 'Grün', 'paula.gruen@kunden.example', '+49 151 2301 0008', null, 'Reinickendorfer Straße 5')) as k (n, company, first, last, email, phone, others, street);
-- The third has not paid since two months, the fourth has given notice, the sixth pays by the quarter.
insert into ssr_contracts
  select 'V' || n, 'LN-' || (1000 + n), 'NORD', 'K' || (array[1, 2, 3, 4, 5, 6, 7, 3, 6])[n], 'N' || n, begin, null, case when n = 4 then (current_date + 24)::date end, null,
         case when n = 3 then (date_trunc('month', current_date) - interval '1 month' - interval '1 day')::date else (date_trunc('month', current_date) + interval '1 month' - interval '1 day')::date end,
         case when n in (6, 9) then 3 else 1 end, u.MonthRate, case when n in (6, 9) then 5 else 0 end, 19, 'EUR', null, null, u.MonthRate, case when n = 3 then round(u.MonthRate * 1.19, 2) * 2 else 0 end, current_timestamp
    from generate_series(1, 9) n join ssr_units u on u.UnitID = 'N' || n cross join lateral (select (date_trunc('month', current_date) - (case when n in (6, 9) then 6 else 3 + n % 5 end || ' months')::interval)::date as begin) b;
insert into ssr_documents
  select c.ContractID || '-' || k, 'Invoice', 'LN-R-' || substr(c.ContractID, 2) || lpad(k::text, 2, '0'), 'NORD', c.ContractID, c.CustomerID, p.from_day, p.from_day, p.from_day + 10, p.from_day, (p.from_day + (c.InvoiceFrequency || ' months')::interval - interval '1 day')::date,
         m.net, round(m.net * 0.19, 2), m.net + round(m.net * 0.19, 2), case when p.from_day > c.PaidUntil then m.net + round(m.net * 0.19, 2) else 0 end, 'EUR', case when p.from_day <= c.PaidUntil then p.from_day + 3 end, case when p.from_day <= c.PaidUntil then 'transfer' end, 'Miete', null, current_timestamp
    from ssr_contracts c cross join lateral generate_series(0, 11) k
    cross join lateral (select (c.StartDate + (k * c.InvoiceFrequency || ' months')::interval)::date as from_day) p
    -- The other program rounds the discount of a quarter in its own way: the parallel run finds it.
    cross join lateral (select case when c.DiscountPercent > 0 then trunc(c.MonthRate * 0.95, 1) * c.InvoiceFrequency else c.MonthRate * c.InvoiceFrequency end as net) m
   where p.from_day <= current_date;

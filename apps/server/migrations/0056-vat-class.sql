-- Whose VAT rate counts is kept with the terms (decision 15): who rented before is of the class that his lease says; whoever has
-- a box reserved, of the class that his account has.
update billing_plan p set terms = p.terms || jsonb_build_object('vatClass',
    case when (c.lease->'tenant'->>'isIndividualEntrepreneur')::boolean then 'legal' else c.lease->'tenant'->>'accountType' end)
  from contract c
 where c.id = p.contract_id and not p.terms ? 'vatClass' and c.lease->'tenant'->>'accountType' is not null;
update contract c set price = c.price || jsonb_build_object('vatClass',
    case when (c.lease->'tenant'->>'isIndividualEntrepreneur')::boolean then 'legal' else c.lease->'tenant'->>'accountType' end)
 where not c.price ? 'vatClass' and c.lease->'tenant'->>'accountType' is not null;
update reservation r set price = r.price || jsonb_build_object('vatClass', case when a.is_individual_entrepreneur then 'legal' else a.account_type end)
  from account a
 where a.id = r.account_id and not r.price ? 'vatClass';

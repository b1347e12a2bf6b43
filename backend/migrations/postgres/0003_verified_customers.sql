-- Whether a signature proves fields of the customer.
ALTER TABLE feedbacks ADD COLUMN customer_verified BOOLEAN NOT NULL DEFAULT FALSE;

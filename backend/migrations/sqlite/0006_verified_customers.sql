-- Whether a signature proves fields of the customer.
ALTER TABLE feedbacks ADD COLUMN customer_verified INTEGER NOT NULL DEFAULT 0;

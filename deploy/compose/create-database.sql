-- Run once by the image of PostgreSQL, when its folder is new: the role of the servers owns its database and rules nothing else.
\getenv password DATABASE_PASSWORD
create role stowage login password :'password';
create database stowage owner stowage locale 'C.UTF-8' template template0;

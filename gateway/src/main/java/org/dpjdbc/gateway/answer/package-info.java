/**
 * Answers of the driver: {@link org.dpjdbc.gateway.answer.Analyst} has it read and run statements,
 * and {@link org.dpjdbc.gateway.answer.Refusals} puts its errors into PostgreSQL's form. The driver
 * is used as any application uses it, by JDBC: nothing here can go around it.
 */
@NullMarked
package org.dpjdbc.gateway.answer;

import org.jspecify.annotations.NullMarked;

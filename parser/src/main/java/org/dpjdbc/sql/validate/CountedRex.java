package org.dpjdbc.sql.validate;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.dpjdbc.sql.refusal.AnalysisSteps;
import org.jspecify.annotations.Nullable;

/** Builds expressions, each call a {@linkplain AnalysisSteps step} of the analysis. */
public final class CountedRex extends RexBuilder {
  private static final int CHARACTERS = 64;

  /** Creates a builder over types. */
  public CountedRex(RelDataTypeFactory types) {
    super(types);
  }

  @Override
  public RexNode makeCall(
      SqlParserPos pos, RelDataType returnType, SqlOperator op, List<RexNode> exprs) {
    AnalysisSteps.step();
    return super.makeCall(pos, returnType, op, exprs);
  }

  @Override
  public RexNode makeCall(SqlParserPos pos, SqlOperator op, List<? extends RexNode> exprs) {
    AnalysisSteps.step();
    return super.makeCall(pos, op, exprs);
  }

  /** Strings of a fixed length are padded to it: this many characters count as a step as well. */
  @Override
  protected RexLiteral makeLiteral(@Nullable Comparable o, RelDataType type, SqlTypeName typeName) {
    AnalysisSteps.steps(
        1 + (o instanceof NlsString text ? text.getValue().length() : 0) / CHARACTERS);
    return super.makeLiteral(o, type, typeName);
  }
}

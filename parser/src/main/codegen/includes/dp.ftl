<#-- Productions of our own, spliced into Calcite's grammar. -->

/** Parses EXPLAIN PRIVACY FOR query, and EXPLAIN query with what databases take before the query. */
SqlNode SqlExplainPrivacy() :
{
    final Span s;
    final SqlNode query;
    final List<String> words = new ArrayList<String>();
    boolean isPrivacy = false;
}
{
    <EXPLAIN> { s = span(); }
    [ LOOKAHEAD(2) <PRIVACY> <FOR> { isPrivacy = true; } ]
    {
        boolean listed =
            getToken(1).kind == LPAREN && !SqlExplainPrivacy.beginsQuery(getToken(2).image);
        // What follows these words is the parser's to read or to refuse.
        while (!isPrivacy
            && (listed
                ? getToken(1).kind != RPAREN && getToken(1).kind != EOF
                : SqlExplainPrivacy.isOption(getToken(1).image))) {
            words.add(getNextToken().image);
        }
        if (!words.isEmpty() && listed && getToken(1).kind == RPAREN) {
            getNextToken();
        }
    }
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) {
        return new SqlExplainPrivacy(
            s.end(query),
            query,
            isPrivacy ? SqlExplainPrivacy.Form.TABLE : SqlExplainPrivacy.form(words));
    }
}

/** Parses CREATE TABLE name AS query. */
SqlNode SqlCreateRelease() :
{
    final Span s;
    final SqlIdentifier name;
    final SqlNode query;
}
{
    <CREATE> { s = span(); } <TABLE> name = CompoundIdentifier() <AS>
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) {
        return new SqlCreateRelease(s.end(query), name, query);
    }
}

/**
 * Parses [ WITH DIFFERENTIAL_PRIVACY [ OPTIONS ( [ name = value, ... ] ) ] ] into the hint DP, and
 * WITH ANONYMIZATION, its older name, likewise.
 */
void DpClause(List<SqlNode> hints) :
{
    final Span s;
    final SqlIdentifier name;
    SqlNodeList pairs = SqlNodeList.EMPTY;
    SqlHint.HintOptionFormat format = SqlHint.HintOptionFormat.EMPTY;
}
{
    [
        <WITH> { s = span(); }
        ( <DIFFERENTIAL_PRIVACY> | <ANONYMIZATION> ) { name = new SqlIdentifier("DP", getPos()); }
        [
            LOOKAHEAD(2)
            <OPTIONS>
            (
                LOOKAHEAD(2)
                <LPAREN> <RPAREN>
            |
                pairs = ParenthesizedKeyValueOptionCommaList() {
                    format = SqlHint.HintOptionFormat.KV_LIST;
                }
            )
        ]
        {
            hints.add(new SqlHint(s.end(this), name, pairs, format));
        }
    ]
}

/**
 * Parses the value of an option. Whatever it is, the result is a name or a
 * character literal: a number is kept as the very text that was written, with
 * the % of a share, so that a decimal is read exactly later.
 */
SqlNode OptionValue() :
{
    final SqlNode value;
    final Span s;
    String sign = "";
    String number;
}
{
    value = StringLiteral() { return value; }
|
    value = SimpleIdentifier() { return value; }
|
    ( <TRUE> | <FALSE> | <NULL> ) {
        return new SqlIdentifier(getToken(0).image, getPos());
    }
|
    { s = Span.of(); }
    [ <PLUS> { s.add(this); } | <MINUS> { s.add(this); sign = "-"; } ]
    ( <UNSIGNED_INTEGER_LITERAL> | <DECIMAL_NUMERIC_LITERAL> | <APPROX_NUMERIC_LITERAL> ) {
        number = sign + getToken(0).image;
    }
    [ <PERCENT_REMAINDER> { number += "%"; } ] {
        return SqlLiteral.createCharString(number, s.end(this));
    }
}

/** Parses [ TOP n | TOP (n) ]; TOP stays an ordinary name everywhere else. */
SqlNode TopClause() :
{
    final SqlNode count;
}
{
    (
        LOOKAHEAD( <TOP> UnsignedNumericLiteralOrParam() )
        <TOP> count = UnsignedNumericLiteralOrParam()
    |
        LOOKAHEAD( <TOP> <LPAREN> UnsignedNumericLiteralOrParam() <RPAREN> )
        <TOP> <LPAREN> count = UnsignedNumericLiteralOrParam() <RPAREN>
    |
        { count = null; }
    )
    { return count; }
}

/** Makes the TOP of a query that is about to be ordered the FETCH of the whole. */
JAVACODE void hoistTop(SqlNode query, SqlNode[] offsetFetch)
{
    final SqlNode body = query instanceof SqlWith ? ((SqlWith) query).body : query;
    if (body instanceof SqlSelect && ((SqlSelect) body).getFetch() != null) {
        final SqlSelect select = (SqlSelect) body;
        if (offsetFetch[1] != null) {
            final SqlParserPos pos = offsetFetch[1].getParserPosition();
            throw new CalciteContextException("",
                new IllegalArgumentException("TOP and LIMIT or FETCH in one query"),
                pos.getLineNum(), pos.getColumnNum(),
                pos.getEndLineNum(), pos.getEndColumnNum());
        }
        offsetFetch[1] = select.getFetch();
        select.setFetch(null);
    }
}

/** Parses the rest of a cast as PostgreSQL writes it: value::type. */
void InfixCast(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlParserPos sign;
    final SqlDataTypeSpec type;
}
{
    <INFIX_CAST> {
        checkNonQueryExpression(exprContext);
        sign = getPos();
    }
    type = DataType() {
        list.add(new SqlParserUtil.ToTreeListItem(SqlLibraryOperators.INFIX_CAST, sign));
        list.add(type);
    }
}

/** Parses AT TIME ZONE zone or AT LOCAL, after a value. */
void AtTimeZone(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlParserPos sign;
    final SqlNode zone;
}
{
    <AT> {
        checkNonQueryExpression(exprContext);
        sign = getPos();
    }
    (
        <TIME> <ZONE>
        zone = AtomicRowExpression()
    |
        // The session's zone.
        <LOCAL> { zone = SqlLiteral.createCharString("UTC", getPos()); }
    )
    {
        list.add(new SqlParserUtil.ToTreeListItem(AtTimeZone.OPERATOR, sign));
        list.add(zone);
    }
}

/** Parses the rest of SELECT DISTINCT ON ( expression, ... ). */
SqlNode DistinctOnClause(SqlLiteral keyword) :
{
    final Span s;
    final SqlNodeList list;
}
{
    <ON> {
        s = span();
        if (keyword.symbolValue(SqlSelectKeyword.class) != SqlSelectKeyword.DISTINCT) {
            throw new CalciteContextException("",
                new IllegalArgumentException("ON belongs to DISTINCT, not to ALL"),
                getPos().getLineNum(), getPos().getColumnNum(),
                getPos().getEndLineNum(), getPos().getEndColumnNum());
        }
    }
    list = ParenthesizedQueryOrCommaList(ExprContext.ACCEPT_SUB_QUERY) {
        return DistinctOn.of(list, s.end(this));
    }
}

/** Parses the rest of value CLAMPED BETWEEN lower AND upper, in an aggregate. */
SqlNode Clamped(SqlNode value) :
{
    final SqlNode lower;
    final SqlNode upper;
}
{
    <CLAMPED> <BETWEEN> lower = Literal() <AND> upper = Literal() {
        return ClampedValue.of(value, lower, upper);
    }
}

/** Parses ( * [ CLAMPED BETWEEN lower AND upper ] [, name => value ... ] ). */
List<SqlNode> StarArguments() :
{
    final List<SqlNode> list = new ArrayList<SqlNode>();
    SqlNode star;
}
{
    <LPAREN> <STAR> { star = SqlIdentifier.star(getPos()); }
    [ star = Clamped(star) ]
    { list.add(star); }
    ( <COMMA> AddArg(list, ExprContext.ACCEPT_SUB_QUERY) )*
    <RPAREN> { return list; }
}

/** Makes a query of a join that is given a name. */
JAVACODE SqlNode ofJoin(SqlNode table)
{
    if (table.getKind() != SqlKind.JOIN) {
        return table;
    }
    final SqlParserPos pos = table.getParserPosition();
    return new SqlSelect(pos, null, SqlNodeList.of(SqlIdentifier.star(pos)), table,
        null, null, null, null, null, null, null, null, new SqlNodeList(pos));
}

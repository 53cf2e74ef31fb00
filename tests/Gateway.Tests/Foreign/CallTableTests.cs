namespace Gateway.Tests.Foreign;

/// <summary>A service that nobody here wrote behaves behind the gateway as without it, in each kind of call and at each end.</summary>
public sealed class CallTableTests(CallTable table) : IClassFixture<CallTable>
{
    private const string Cancelled = "\"cancelled\"";

    public static TheoryData<string, string> Expected { get; } = new()
    {
        { "unary", "\"hello\"" },
        { "unary empty", "\"b\\u0027\\u0027\"" },
        { "unary hundred at once", "4950" },
        { "unary 30 megabytes", "31457280" },
        { "unary more than the server takes", "\"RESOURCE_EXHAUSTED\"" },
        { "refused without headers", "[\"FAILED_PRECONDITION\",\"no\",[[\"grpc-status-details-bin\",\"080912026e6f\"],[\"why\",\"so\"]]]" },
        { "refused with a long text of all kinds", "[\"FAILED_PRECONDITION\",\"N\\u00F6t 100 %\\n\\t%41 \\u20AC \\uD83D\\uDE00 xxx" },
        { "refused after headers", "[\"ABORTED\",\"late\",[]]" },
        { "failed by a bug", "[\"UNKNOWN\",\"Exception calling application: a bug\",[]]" },
        { "unknown method", "[\"UNIMPLEMENTED\",\"Method not found!\",[]]" },
        { "unknown service", "[\"UNIMPLEMENTED\",\"Method not found!\",[]]" },
        { "what the server sees", "\"(\\u0027soon\\u0027, \\u0027grpc-python/" },
        { "deadline of a unary", $"[\"DEADLINE_EXCEEDED\",{Cancelled}]" },
        { "deadline within a stream", $"[[\"first\"],\"DEADLINE_EXCEEDED\",{Cancelled}]" },
        { "cancelled unary", $"[\"CANCELLED\",{Cancelled}]" },
        { "cancelled stream after its first message", $"[\"first\",\"CANCELLED\",{Cancelled}]" },
        { "client stream", "\"1000 1000000\"" },
        { "client stream of nothing", "\"0 0\"" },
        { "client stream of 30 megabytes each", "\"2 62914560\"" },
        { "client stream answered early", "\"one\"" },
        { "client stream refused early", "[\"OUT_OF_RANGE\",\"enough\",[]]" },
        { "server stream", "\"999\"" },
        { "server stream of nothing", "[[],\"OK\"]" },
        { "server stream that fails", "[[\"one\",\"two\"],[\"DATA_LOSS\",\"torn\",[[\"why\",\"so\"]]]]" },
        { "chat in turns", "[[\"0\",\"1\"," },
        { "headers before any message", "[\"yes\",[\"one\"]]" },
        { "half close and answers after it", "[[\"0 of 7\",\"1 of 7\",\"2 of 7\"],\"OK\"]" },
        { "requests in gzip", "100000" },
        { "requests in deflate", "100000" },
        { "requests uncompressed", "100000" },
        { "responses in gzip", "[100000,null,\"OK\"]" },
        { "responses in deflate", "[100000,null,\"OK\"]" },
        { "responses uncompressed", "[100000,null,\"OK\"]" },
        { "stream in gzip", "\"OK\"" },
    };

    [Theory]
    [MemberData(nameof(Expected))]
    public void Call_OfEachKind_IsAsWithoutTheGateway(string name, string expected)
    {
        DebianPython.SkipUnlessPresent();

        var (direct, through) = table.Of(name);

        direct.ShouldStartWith(expected);
        through.ShouldBe(direct);
    }

    [Fact]
    public void Table_OfTheScript_IsThisOne()
    {
        DebianPython.SkipUnlessPresent();

        table.Cases.ShouldBe(Expected.Select(row => row.Data.Item1));
    }
}

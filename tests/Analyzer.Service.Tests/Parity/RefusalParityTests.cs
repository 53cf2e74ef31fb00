using Analyzer.Service.Features.Refusals;
using Analyzer.Service.Tests.Edges;

namespace Analyzer.Service.Tests.Parity;

/// <summary>
/// The error table, row by row, through every edge: each gives its own spelling of the same refusal, with the same words, leaves
/// nothing behind, and takes the next file.
/// </summary>
public sealed class RefusalParityTests
{
    private static readonly Dictionary<string, Case> Cases = new()
    {
        ["look-up of what is no digest"] = new(RefusalKind.InvalidArgument, (edge, token) => edge.FindAsync("abc", token)),
        ["look-up of 64 digits that are not hex"] = new(RefusalKind.InvalidArgument, (edge, token) => edge.FindAsync(new string('g', 64), token)),
        ["look-up of the unknown"] = new(RefusalKind.NotFound, (edge, token) => edge.FindAsync(new string('0', 64), token)),
        ["listing with too large a page"] = new(RefusalKind.InvalidArgument, (edge, token) => edge.ListAsync(null, 1001, null, token)),
        ["listing with a negative page"] = new(RefusalKind.InvalidArgument, (edge, token) => edge.ListAsync(null, -1, null, token)),
        ["listing after no cursor"] = new(RefusalKind.InvalidArgument, (edge, token) => edge.ListAsync(null, null, "garbage", token)),
        ["listing of no verdict"] = new(RefusalKind.InvalidArgument, (edge, token) => edge.ListAsync("harmless", null, null, token)),
        ["empty file"] = new(RefusalKind.EmptyFile, (edge, token) => edge.SubmitAsync(Pieces.Of(), null, null, token)),
        ["declared digest is none"] = new(RefusalKind.InvalidArgument, (edge, token) => edge.SubmitAsync(Pieces.Of(Pieces.Pdf), "xyz", null, token)),
        ["declared digest of another file"] = new(
            RefusalKind.DigestMismatch, (edge, token) => edge.SubmitAsync(Pieces.Of(Pieces.Pdf), new string('0', 64), null, token)),
        ["too large"] = new(
            RefusalKind.TooLarge, (edge, token) => edge.SubmitAsync(Pieces.Of(new byte[600], new byte[600]), null, null, token), "Limits:MaxFileBytes=1000"),
        ["too large by its declaration"] = new(
            RefusalKind.TooLarge, (edge, token) => edge.SubmitAsync(Pieces.Of(new byte[1001]), null, 1001, token), "Limits:MaxFileBytes=1000"),
        ["never ending"] = new(
            RefusalKind.TooLarge, (edge, token) => edge.SubmitAsync(Pieces.Endless(token), null, null, token), "Limits:MaxFileBytes=100000"),
        ["silent sender"] = new(
            RefusalKind.TooSlow, (edge, token) => edge.SubmitAsync(Pieces.ThenSilence(Pieces.Pdf, token), null, null, token), "Limits:IdleTimeout=00:00:00.3"),
        ["slow sender"] = new(
            RefusalKind.TooSlow,
            (edge, token) => edge.SubmitAsync(Pieces.Trickle(TimeSpan.FromMilliseconds(20), token), null, null, token),
            "Limits:MinDataRate=100000", "Limits:MinDataRateGrace=00:00:00.3"),
        ["sender without an end"] = new(
            RefusalKind.TooSlow,
            (edge, token) => edge.SubmitAsync(Pieces.Trickle(TimeSpan.FromMilliseconds(20), token), null, null, token),
            "Limits:TotalTimeout=00:00:00.3"),
        ["too many bytes in flight"] = new(
            RefusalKind.Busy, (edge, token) => edge.SubmitAsync(Pieces.Of(new byte[2000]), null, null, token),
            "Limits:MaxBytesInFlight=1000", "Limits:RetryAfter=00:00:03"),
        ["store away when saving"] = new(RefusalKind.StoreUnavailable, (edge, token) => edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, token)) { StoreDown = true },
        ["store away when looking up"] = new(RefusalKind.StoreUnavailable, (edge, token) => edge.FindAsync(new string('0', 64), token)) { StoreDown = true },
        ["store away when listing"] = new(RefusalKind.StoreUnavailable, (edge, token) => edge.ListAsync(null, null, null, token)) { StoreDown = true },
    };

    public static TheoryData<string> CaseNames => [.. Cases.Keys];

    [Theory]
    [MemberData(nameof(CaseNames))]
    public async Task EveryEdge_BadRequest_RefusesAlike(string name)
    {
        var (kind, act) = Cases[name];
        await using var host = await AnalyzerHost.StartAsync(Cases[name].Settings);
        using var clean = host.Log.ExpectClean();

        var details = new HashSet<string>();
        foreach (var edgeKind in Enum.GetValues<EdgeKind>())
        {
            using var edge = edgeKind.Connect(host);
            host.Store.Down = Cases[name].StoreDown;

            var answer = await act(edge, TestContext.Current.CancellationToken).Within();

            host.Store.Down = false;
            answer.Status.ShouldBe(edge.StatusOf(kind), $"{edgeKind}: {answer.Detail}");
            (answer.RetryAfter is not null).ShouldBe(kind is RefusalKind.Busy or RefusalKind.StoreUnavailable, edgeKind.ToString());
            details.Add(answer.Detail);
            (await host.CountAsync()).ShouldBe(0, edgeKind.ToString());
            await host.ShouldBeIdleAsync();
        }

        details.Count.ShouldBe(1, string.Join(" | ", details));
        await host.ShouldTakeAFileAsync();
    }

    private sealed record Case(RefusalKind Kind, Func<IEdge, CancellationToken, Task<Answer>> Act, params string[] Settings)
    {
        public bool StoreDown { get; init; }

        public void Deconstruct(out RefusalKind kind, out Func<IEdge, CancellationToken, Task<Answer>> act) => (kind, act) = (Kind, Act);
    }
}

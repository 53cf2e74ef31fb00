using Analyzer.Contract;
using Analyzer.Core;
using Analyzer.Service.Tests.Edges;
using Hosting.Errors;
using Microsoft.Extensions.DependencyInjection;

namespace Analyzer.Service.Tests.Parity;

/// <summary>
/// The error table, row by row, through every edge: each gives its own spelling of the same refusal, with the same words, leaves
/// nothing behind, and takes the next file.
/// </summary>
public sealed class RefusalParityTests
{
    private static readonly Dictionary<string, Case> Cases = new()
    {
        ["look-up of what is no digest"] = new(ErrorKind.InvalidArgument, (edge, token) => edge.FindAsync("abc", token)),
        ["look-up of 64 digits that are not hex"] = new(
            ErrorKind.InvalidArgument, (edge, token) => edge.FindAsync(new string('g', 64), token)),
        ["look-up of the unknown"] = new(ErrorKinds.NotFound, (edge, token) => edge.FindAsync(new string('0', 64), token)),
        ["listing with too large a page"] = new(ErrorKind.InvalidArgument, (edge, token) => edge.ListAsync(null, 1001, null, token)),
        ["listing with a negative page"] = new(ErrorKind.InvalidArgument, (edge, token) => edge.ListAsync(null, -1, null, token)),
        ["listing after no cursor"] = new(ErrorKind.InvalidArgument, (edge, token) => edge.ListAsync(null, null, "garbage", token)),
        ["listing of no verdict"] = new(ErrorKind.InvalidArgument, (edge, token) => edge.ListAsync("harmless", null, null, token)),
        ["listing of no media type"] = List(new() { Type = "pdf" }),
        ["listing from a score below 0"] = List(new() { MinScore = -1 }),
        ["listing up to a score below 0"] = List(new() { MaxScore = -1 }),
        ["listing of scores that are none"] = List(new() { MinScore = 2, MaxScore = 1 }),
        ["listing of a time that is none"] = List(new() { From = DateTimeOffset.UnixEpoch, To = DateTimeOffset.UnixEpoch }),
        ["listing of what no digest begins with"] = List(new() { Sha256 = "xyz" }),
        ["listing after the cursor of another"] = List(
            new() { MinScore = 1, After = new ReportCursor(DateTimeOffset.UnixEpoch, default).ToString() }),
        ["deletion while it is off"] = new(ErrorKinds.DeletionOff, (edge, token) => edge.DeleteAsync(new string('0', 64), token)),
        ["deletion of what is no digest"] = new(
            ErrorKind.InvalidArgument, (edge, token) => edge.DeleteAsync("abc", token), "Deletion=true"),
        ["deletion of the unknown"] = new(
            ErrorKinds.NotFound, (edge, token) => edge.DeleteAsync(new string('0', 64), token), "Deletion=true"),
        ["empty file"] = new(ErrorKinds.EmptyFile, (edge, token) => edge.SubmitAsync(Pieces.Of(), null, null, token)),
        ["declared digest is none"] = new(
            ErrorKind.InvalidArgument, (edge, token) => edge.SubmitAsync(Pieces.Of(Pieces.Pdf), "xyz", null, token)),
        ["declared digest of another file"] = new(
            ErrorKinds.DigestMismatch, (edge, token) => edge.SubmitAsync(Pieces.Of(Pieces.Pdf), new string('0', 64), null, token)),
        ["too large"] = new(
            ErrorKinds.TooLarge,
            (edge, token) => edge.SubmitAsync(Pieces.Of(new byte[600], new byte[600]), null, null, token),
            "Limits:MaxFileBytes=1000"),
        ["too large by its declaration"] = new(
            ErrorKinds.TooLarge,
            (edge, token) => edge.SubmitAsync(Pieces.Of(new byte[1001]), null, 1001, token),
            "Limits:MaxFileBytes=1000"),
        ["never ending"] = new(
            ErrorKinds.TooLarge,
            (edge, token) => edge.SubmitAsync(Pieces.Endless(token), null, null, token),
            "Limits:MaxFileBytes=100000",
            "Limits:MinDataRate=0",
            "Limits:IdleTimeout=01:00:00")
        {
            Pace = 10, // the rest of it is read for ten seconds
        },
        ["silent sender"] = TimeOut(Silence, "Limits:IdleTimeout=00:00:30"),
        ["slow sender"] = TimeOut(
            Trickle, "Limits:MinDataRate=100000", "Limits:MinDataRateGrace=00:00:30", "Limits:IdleTimeout=01:00:00"),
        ["sender without an end"] = TimeOut(Trickle, "Limits:TotalTimeout=00:00:30"),
        ["too many bytes in flight"] = new(
            ErrorKinds.Busy,
            (edge, token) => edge.SubmitAsync(Pieces.Of(new byte[2000]), null, null, token),
            "Limits:MaxBytesInFlight=1000",
            "Limits:RetryAfter=00:00:03"),
        ["store away when saving"] = Away((edge, token) => edge.SubmitAsync(Pieces.Of(Pieces.Pdf), null, null, token)),
        ["store away when looking up"] = Away((edge, token) => edge.FindAsync(new string('0', 64), token)),
        ["store away when listing"] = Away((edge, token) => edge.ListAsync(null, null, null, token)),
        ["store away when deleting"] = Away((edge, token) => edge.DeleteAsync(new string('0', 64), token), "Deletion=true"),
    };

    /// <summary>Cases that the same settings suit share a service.</summary>
    public static TheoryData<string> Settings => [.. Cases.Values.Select(SettingsOf).Distinct()];

    [Theory]
    [MemberData(nameof(Settings))]
    public async Task EveryEdge_BadRequest_RefusesAlike(string settings)
    {
        var cases = Cases.Where(one => SettingsOf(one.Value) == settings).ToList();
        var time = new PacedTime();
        await using var host = await AnalyzerHost.StartAsync(
            services => services.AddSingleton<TimeProvider>(time), cases[0].Value.Settings);
        await host.GatewayAsync(services => services.AddSingleton<TimeProvider>(time));
        using var clean = host.Log.ExpectClean();
        var edges = new Dictionary<EdgeKind, IEdge>();
        try
        {
            foreach (var kind in Enum.GetValues<EdgeKind>())
            {
                edges.Add(kind, await kind.ConnectAsync(host));
            }

            foreach (var (name, refused) in cases)
            {
                await ShouldRefuseAlikeAsync(name, refused, host, time, edges);
            }
        }
        finally
        {
            foreach (var edge in edges.Values)
            {
                edge.Dispose();
            }
        }

        await host.ShouldTakeAFileAsync();
    }

    private static async Task ShouldRefuseAlikeAsync(
        string name, Case refused, AnalyzerHost host, PacedTime time, Dictionary<EdgeKind, IEdge> edges)
    {
        var details = new HashSet<string>();
        foreach (var (edgeKind, edge) in edges)
        {
            var where = $"{name}, {edgeKind}";
            host.Store.Down = refused.StoreDown;
            time.Factor = refused.Pace;
            var answer = await refused.Act(edge, TestContext.Current.CancellationToken).Within();

            await host.ShouldBeIdleAsync(); // a sender that goes on is read for six seconds
            time.Factor = 1;
            host.Store.Down = false;
            answer.Status.ShouldBe(edge.StatusOf(refused.Kind), $"{where}: {answer.Detail}");
            (answer.RetryAfter is not null).ShouldBe(
                refused.Kind == ErrorKinds.Busy || refused.Kind == ErrorKinds.StoreUnavailable, where);
            details.Add(answer.Detail);
            (await host.CountAsync()).ShouldBe(0, where);
        }

        details.Count.ShouldBe(1, $"{name}: {string.Join(" | ", details)}");
    }

    private static string SettingsOf(Case refused) => string.Join(' ', refused.Settings);

    private static Case TimeOut(Func<IEdge, CancellationToken, Task<Answer>> act, params string[] settings)
    {
        var slow = new Case(ErrorKinds.TooSlow, act, settings);
        return slow with { Pace = 100 };
    }

    private static Case List(Listing arguments) =>
        new(ErrorKind.InvalidArgument, (edge, token) => edge.ListAsync(arguments, token));

    private static Case Away(Func<IEdge, CancellationToken, Task<Answer>> act, params string[] settings)
    {
        var away = new Case(ErrorKinds.StoreUnavailable, act, settings);
        return away with { StoreDown = true };
    }

    private static Task<Answer> Silence(IEdge edge, CancellationToken token) =>
        edge.SubmitAsync(Pieces.ThenSilence(Pieces.Pdf, token), null, null, token);

    private static Task<Answer> Trickle(IEdge edge, CancellationToken token) =>
        edge.SubmitAsync(Pieces.Trickle(TimeSpan.FromMilliseconds(20), token), null, null, token);

    private sealed record Case(ErrorKind Kind, Func<IEdge, CancellationToken, Task<Answer>> Act, params string[] Settings)
    {
        public bool StoreDown { get; init; }

        /// <summary>How many seconds of the service pass in a second, for what waits, until it has done with the request.</summary>
        public double Pace { get; init; } = 1;
    }
}

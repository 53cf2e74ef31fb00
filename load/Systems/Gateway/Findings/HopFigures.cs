using Load.Measuring;
using Load.Statistics;
using Load.Systems.Analyzer.Operations;
using Load.Systems.Analyzer.Transports;
using Load.Systems.Gateway.Processes;

namespace Load.Systems.Gateway.Findings;

/// <summary>A row that passes a hop, beside rows that do the same another way.</summary>
/// <param name="Row">The row.</param>
/// <param name="Hop">The process that it passes.</param>
/// <param name="Result">The run.</param>
internal sealed record HopFigures(CaseResult Row, string Hop, RunResult Result)
{
    /// <summary>Rows with a hop that were measured under a load, or all of them.</summary>
    public static IEnumerable<HopFigures> Of<TLoad>(RunResult result)
        where TLoad : LoadShape =>
        from row in result.Rows
        where row.Case.Load is TLoad && row.Case is { IsRung: false, StepNumber: 0 }
        let hop = GatewayTransports.HopOf(TransportOf(row))
        where hop is not null
        select new HopFigures(row, hop, result);

    public string Transport => TransportOf(Row);

    /// <summary>The operation, over any way.</summary>
    public string Subject => Row.Case.SubjectBut(AnalyzerDimensions.Transport);

    /// <summary>The same without a hop; null when it was not measured.</summary>
    public CaseResult? Direct => Beside(IsRest ? TransportCatalog.Rest : TransportCatalog.Grpc);

    /// <summary>The hop's CPU seconds for each request.</summary>
    public double? Cpu => Row.CpuSecondsPerUnit(Hop)?.Mean;

    public Ratio? RateOfDirect => Direct is { } direct ? Row.RatioTo(direct, iteration => iteration.Rate) : null;

    /// <summary>All CPU of hop and analyzer against the analyzer's alone.</summary>
    public Ratio? BothOfDirect => Against(Direct, Both);

    /// <summary>The hop's CPU against that of nginx on the same row.</summary>
    public Ratio? HopOfNginx => Against(Beside(IsRest ? Peer.Nginx.Name : Peer.Nginx.GrpcName), HopOnly);

    /// <summary>The hop's CPU against an endpoint that does nothing, in the gateway's own process.</summary>
    public Ratio? HopOfEmpty => Against(Empty, HopOnly);

    /// <summary>An endpoint that does nothing; null when it was not measured.</summary>
    public CaseResult? Empty => Result.Rows.FirstOrDefault(other => other.Case[AnalyzerDimensions.File] == Operation.Empty.Name);

    private bool IsRest => Transport is TransportCatalog.Rest or GatewayTransports.Rest || Peer.All.Any(peer => peer.Name == Transport);

    private static string TransportOf(CaseResult row) => row.Case[AnalyzerDimensions.Transport]!;

    /// <summary>The row that does the same over another transport; null when there is none.</summary>
    private CaseResult? Beside(string transport) => Result.Rows.FirstOrDefault(other =>
        TransportOf(other) == transport && other.Case.SubjectBut(AnalyzerDimensions.Transport) == Subject);

    /// <returns>Null where there is nothing to set it against, or the row itself is that.</returns>
    private Ratio? Against(CaseResult? other, Func<Iteration, string, double?> cpu)
    {
        if (other is null || other == Row)
        {
            return null;
        }

        var pairs = other.Iterations.Join(Row.Iterations, one => one.Repeat, one => one.Repeat, (theirs, ours) => (
                Theirs: cpu(theirs, TransportOf(other)), Ours: cpu(ours, Transport)))
            .Where(pair => pair is { Theirs: > 0, Ours: > 0 }).ToArray();
        return Ratio.OfPairs([.. pairs.Select(pair => pair.Theirs!.Value)], [.. pairs.Select(pair => pair.Ours!.Value)]);
    }

    private static double? HopOnly(Iteration iteration, string transport) => CpuOf(iteration, GatewayTransports.HopOf(transport));

    private static double? Both(Iteration iteration, string transport) =>
        iteration.ServiceCpuSecondsPerUnit + (GatewayTransports.HopOf(transport) is { } hop ? CpuOf(iteration, hop) : 0);

    private static double? CpuOf(Iteration iteration, string? process) => iteration.Work.Total == 0 ? null
        : iteration.Cost?.Processes.FirstOrDefault(cost => cost.Name == process)?.Usage?.Cpu.TotalSeconds / iteration.Work.Total;
}

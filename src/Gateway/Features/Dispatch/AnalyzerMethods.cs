using System.Collections.Frozen;
using Gateway.Features.Backends;
using Gateway.Features.Metrics;
using Hosting.Access;
using Rpc = Analyzer.Protos.V1.Analyzer;

namespace Gateway.Features.Dispatch;

/// <summary>The paths of the analyzer's methods, with the kind of each call (whether it may be repeated).</summary>
internal static class AnalyzerMethods
{
    public static string Submit { get; } = PathOf(nameof(Rpc.AnalyzerClient.SubmitFile));

    public static string Find { get; } = PathOf(nameof(Rpc.AnalyzerClient.AnalyzeResult));

    public static string List { get; } = PathOf(nameof(Rpc.AnalyzerClient.ListResults));

    public static string Document { get; } = PathOf(nameof(Rpc.AnalyzerClient.GetDocument));

    public static string Describe { get; } = PathOf(nameof(Rpc.AnalyzerClient.Describe));

    /// <summary>A deletion may not be repeated: the second answer would be "no such report".</summary>
    public static string Delete { get; } = PathOf(nameof(Rpc.AnalyzerClient.DeleteResult));

    private static readonly FrozenDictionary<string, GatewayOperation> Operations = new Dictionary<string, GatewayOperation>
    {
        [Submit] = GatewayOperation.Submit,
        [Find] = GatewayOperation.Lookup,
        [List] = GatewayOperation.List,
        [Delete] = GatewayOperation.Delete,
        [Document] = GatewayOperation.Document,
        [Describe] = GatewayOperation.Document,
    }.ToFrozenDictionary();

    /// <summary>The scope that a client needs for each method.</summary>
    public static IReadOnlyList<(string Path, Scopes Scope)> Scopes { get; } =
    [
        (Submit, Hosting.Access.Scopes.Submit),
        (Delete, Hosting.Access.Scopes.Admin),
        .. Operations.Keys.Except([Submit, Delete]).Select(path => (path, Hosting.Access.Scopes.Read)),
    ];

    public static CallKind KindOf(string path) => OperationOf(path) switch
    {
        GatewayOperation.Submit => CallKind.Upload,
        GatewayOperation.Lookup or GatewayOperation.List or GatewayOperation.Document => CallKind.Question,
        _ => CallKind.Other,
    };

    public static GatewayOperation OperationOf(string path) => Operations.GetValueOrDefault(path, GatewayOperation.Pass);

    private static string PathOf(string method) => $"/{Rpc.Descriptor.FullName}/{method}";
}

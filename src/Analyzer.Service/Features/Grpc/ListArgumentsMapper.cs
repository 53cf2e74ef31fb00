using System.Globalization;
using Analyzer.Protos.V1;
using Analyzer.Service.Features.Results;
using Google.Protobuf.WellKnownTypes;

namespace Analyzer.Service.Features.Grpc;

/// <summary>Arguments of a listing in the form of REST, so that both are parsed, and refused, in one place.</summary>
internal static class ListArgumentsMapper
{
    public static ListArguments ToArguments(this ListResultsRequest request) =>
        request.Query.Length > 0 ? ListArguments.Parse(request.Query) : Fields(request);

    private static ListArguments Fields(ListResultsRequest request) => new()
    {
        Verdict = request.HasVerdict ? request.Verdict.ToString() : null,
        Type = request.Type,
        MinScore = request.HasMinScore ? Text(request.MinScore) : null,
        MaxScore = request.HasMaxScore ? Text(request.MaxScore) : null,
        From = Text(request.From),
        To = Text(request.To),
        Sha256 = request.Sha256,
        Limit = request.Limit == 0 ? null : Text(request.Limit),
        After = request.After,
    };

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    /// <summary>In quotes when it is an instant, and something else when it is out of range.</summary>
    private static string? Text(Timestamp? time) => time?.ToString().Trim('"');
}

using System.Diagnostics;
using Analyzer.Core;

namespace Analyzer.Storage.Sqlite;

/// <summary>A verdict as the database writes it: the word that the JSON has too.</summary>
internal static class VerdictColumn
{
    public static string Of(Verdict verdict) => verdict switch
    {
        Verdict.Clean => "clean",
        Verdict.Suspicious => "suspicious",
        Verdict.Malicious => "malicious",
        Verdict.Unable => "unable",
        _ => throw new UnreachableException($"No such verdict: {verdict}"),
    };
}

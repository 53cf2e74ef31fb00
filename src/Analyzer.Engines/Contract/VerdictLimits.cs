using Analyzer.Core;

namespace Analyzer.Engines.Contract;

/// <summary>The points from which a file is called so, whatever its type: each engine weighs its rules by them.</summary>
internal static class VerdictLimits
{
    public const int SuspiciousFrom = 100;
    public const int MaliciousFrom = 150;

    /// <param name="isUnable">Whether anything that can act was left out.</param>
    public static Verdict Of(int score, bool isUnable) => score switch
    {
        >= MaliciousFrom => Verdict.Malicious,
        >= SuspiciousFrom => Verdict.Suspicious,
        _ => isUnable ? Verdict.Unable : Verdict.Clean,
    };

    /// <summary>Malicious is worse than suspicious, that worse than unable, and that worse than clean.</summary>
    public static Verdict Worse(Verdict one, Verdict other) => Rank(one) >= Rank(other) ? one : other;

    private static int Rank(Verdict verdict) => verdict switch
    {
        Verdict.Malicious => 3,
        Verdict.Suspicious => 2,
        Verdict.Unable => 1,
        _ => 0,
    };
}

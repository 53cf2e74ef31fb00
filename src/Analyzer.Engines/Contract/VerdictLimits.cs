namespace Analyzer.Engines.Contract;

/// <summary>The points from which a file is called so, whatever its type: each engine weighs its rules by them.</summary>
internal static class VerdictLimits
{
    public const int SuspiciousFrom = 100;
    public const int MaliciousFrom = 150;
}

using System.Runtime.Intrinsics.X86;

namespace Journal.Log.Hashing;

/// <summary>How many hashes are computed at once.</summary>
internal enum HashLanes
{
    /// <summary>The library computes each hash.</summary>
    One,

    /// <summary>Eight at a time, with AVX2.</summary>
    Eight,

    /// <summary>Sixteen at a time, with AVX-512.</summary>
    Sixteen,
}

/// <summary>What this processor can do.</summary>
internal static class SupportedLanes
{
    /// <summary>The fastest of them.</summary>
    public static HashLanes Best { get; } =
        IsSupported(HashLanes.Sixteen) ? HashLanes.Sixteen
        : IsSupported(HashLanes.Eight) ? HashLanes.Eight
        : HashLanes.One;

    public static bool IsSupported(HashLanes lanes) => lanes switch
    {
        HashLanes.Sixteen => Avx512F.IsSupported && Avx2.IsSupported, // lanes are filled with AVX2
        HashLanes.Eight => Avx2.IsSupported,
        _ => true,
    };
}

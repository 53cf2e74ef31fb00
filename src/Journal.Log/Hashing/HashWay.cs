using System.Runtime.Intrinsics.X86;

namespace Journal.Log.Hashing;

/// <summary>How many hashes are computed at once.</summary>
internal enum HashWay
{
    /// <summary>The library computes each hash.</summary>
    OneByOne,

    /// <summary>Eight at a time, with AVX2.</summary>
    EightLanes,

    /// <summary>Sixteen at a time, with AVX-512.</summary>
    SixteenLanes,
}

/// <summary>The ways that this processor knows.</summary>
internal static class HashWays
{
    /// <summary>The fastest of them.</summary>
    public static HashWay Best { get; } =
        IsSupported(HashWay.SixteenLanes) ? HashWay.SixteenLanes
        : IsSupported(HashWay.EightLanes) ? HashWay.EightLanes
        : HashWay.OneByOne;

    public static bool IsSupported(HashWay way) => way switch
    {
        HashWay.SixteenLanes => Avx512F.IsSupported && Avx2.IsSupported, // lanes are filled with AVX2
        HashWay.EightLanes => Avx2.IsSupported,
        _ => true,
    };
}

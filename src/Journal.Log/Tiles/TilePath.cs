using System.Globalization;

namespace Journal.Log.Tiles;

/// <summary>Names of tiles and entry bundles, as C2SP tlog-tiles has them.</summary>
public static class TilePath
{
    public const int Width = 256;
    public const string Entries = "entries";

    /// <summary>The end of the name of a folder with the partial tiles of one tile.</summary>
    public const string PartialEnd = ".p";

    /// <param name="row">The level of the tile, or <see cref="Entries"/>.</param>
    /// <param name="index">From the left.</param>
    /// <param name="width">Hashes or entries in it; 256 for a full one.</param>
    /// <returns>The path relative to the folder of all tiles, with slashes.</returns>
    public static string Of(string row, long index, int width)
    {
        var name = (index % 1000).ToString("D3", CultureInfo.InvariantCulture);
        for (index /= 1000; index > 0; index /= 1000)
        {
            name = string.Create(CultureInfo.InvariantCulture, $"x{index % 1000:D3}/{name}");
        }

        return string.Create(CultureInfo.InvariantCulture, $"{row}/{name}{(width == Width ? "" : $"{PartialEnd}/{width}")}");
    }

    public static string Row(int level) => level.ToString(CultureInfo.InvariantCulture);

    /// <summary>Width of a tile in a tree of that size.</summary>
    /// <returns>0 when the tree does not reach it.</returns>
    public static int WidthOf(long size, int level, long index) =>
        (int)Math.Clamp((size >> (8 * level)) - (index * Width), 0, Width);
}

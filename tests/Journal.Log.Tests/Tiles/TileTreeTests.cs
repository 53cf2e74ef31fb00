using System.Buffers.Binary;
using Journal.Log.Frames;
using Journal.Log.Tiles;
using Journal.Log.Trees;

namespace Journal.Log.Tests.Tiles;

public sealed class TileTreeTests : IDisposable
{
    private const int HashTile = TilePath.Width * MerkleTree.HashBytes;

    private readonly TempDirectory _folder = new();
    private readonly TreeFrontier _expected = new();

    private string FirstTile => _folder.Combine("0", "000");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Write_DiskThatTookNoTileBefore_GoesOnWhereItWas()
    {
        var tree = new TileTree(_folder.Path);
        Grow(tree, TilePath.Width);
        var obstacle = Directory.CreateDirectory($"{FirstTile}.new");

        Should.Throw<UnauthorizedAccessException>(tree.Write);
        Grow(tree, 10);
        obstacle.Delete();
        tree.Write();

        new FileInfo(FirstTile).Length.ShouldBe(HashTile);
        ShouldBeWhole(tree);
    }

    [Fact]
    public void Add_MoreThanWaitsForACheckpoint_WritesTilesMeanwhile()
    {
        var tree = new TileTree(_folder.Path);

        Grow(tree, 20_000);
        File.Exists(FirstTile).ShouldBeTrue();
        tree.Write();

        ShouldBeWhole(tree);
    }

    [Fact]
    public void Add_DiskThatTakesNoTile_ChangesNothing()
    {
        var tree = new TileTree(_folder.Path);
        var obstacle = Directory.CreateDirectory($"{FirstTile}.new");

        Should.Throw<UnauthorizedAccessException>(() => Grow(tree, 20_000));
        tree.Size.ShouldBe(_expected.Size);
        Should.Throw<UnauthorizedAccessException>(() => Grow(tree, 1));
        tree.Size.ShouldBe(_expected.Size);
        obstacle.Delete();
        Grow(tree, 1000);
        tree.Write();

        ShouldBeWhole(tree);
    }

    /// <summary>Until the next checkpoint is in its place, the one before it holds, and a start needs its tiles.</summary>
    [Fact]
    public void Write_ACheckpointThatFailed_KeepsTheTilesOfTheOneBefore()
    {
        var tree = new TileTree(_folder.Path);
        Grow(tree, 3);
        tree.Write();
        tree.Settle();
        for (var attempt = 0; attempt < 3; attempt++)
        {
            Grow(tree, 1);
            tree.Write();
            TileTree.Load(_folder.Path, 3).ShouldNotBeNull();
        }

        tree.Settle();
        Sizes().ShouldBe([3, 6]);
        Grow(tree, 1);
        tree.Write();
        tree.Settle();

        Sizes().ShouldBe([3, 6, 7]);
        ShouldBeWhole(tree);
    }

    /// <summary>C2SP tlog-tiles: partial tiles of every checkpoint are served until the full one is.</summary>
    [Fact]
    public void Settle_SeveralCheckpoints_KeepsTheTilesOfEachUntilTheyAreFull()
    {
        var tree = new TileTree(_folder.Path);
        foreach (var size in (int[])[2, 3, 250])
        {
            CheckpointAt(tree, size);
        }

        Partials("0").ShouldBe(["2", "250", "3"]);
        Partials("entries").ShouldBe(["2", "250", "3"]);
        CheckpointAt(tree, 260);

        File.Exists(FirstTile).ShouldBeTrue();
        File.Exists(_folder.Combine("entries", "000")).ShouldBeTrue();
        Partials("0").ShouldBeEmpty();
        Partials("entries").ShouldBeEmpty();
        CheckpointAt(tree, 300);
        Partials("1").ShouldBe(["1"]); // the same file at both sizes
        ShouldBeWhole(tree);
    }

    /// <summary>The tile of the level above is the same file at 300 and at 310.</summary>
    [Fact]
    public void Settle_AfterAStartAndACheckpointThatFailed_KeepsTheTilesOfTheOneBeforeTheStart()
    {
        CheckpointAt(new TileTree(_folder.Path), 300);
        var tree = TileTree.Load(_folder.Path, 300).ShouldNotBeNull();
        Grow(tree, 10);
        tree.Write();

        CheckpointAt(tree, 520);

        Partials("1").ShouldBe(["1", "2"]);
        TileTree.Load(_folder.Path, 300).ShouldNotBeNull();
        ShouldBeWhole(tree);
    }

    private void CheckpointAt(TileTree tree, int size)
    {
        Grow(tree, size - (int)tree.Size);
        tree.Write();
        tree.Settle();
    }

    /// <summary>The partial tiles of the first tile of a row.</summary>
    private string?[] Partials(string row) => Directory.Exists(_folder.Combine(row, "000.p"))
        ? [.. Directory.GetFiles(_folder.Combine(row, "000.p")).Select(Path.GetFileName).Order(StringComparer.Ordinal)]
        : [];

    private List<int> Sizes() => [.. Enumerable.Range(1, 10).Where(size => TileTree.Load(_folder.Path, size) is not null)];

    private void Grow(TileTree tree, int frames)
    {
        var header = new byte[FrameHeader.Bytes];
        var leaf = new byte[MerkleTree.HashBytes];
        for (var i = 0; i < frames; i++)
        {
            BinaryPrimitives.WriteInt64LittleEndian(header, tree.Size);
            tree.Add(header);
            MerkleTree.HashLeaf(header, leaf);
            _expected.Add(leaf);
        }
    }

    private void ShouldBeWhole(TileTree tree)
    {
        tree.Root().ShouldBe(_expected.Root());
        TileTree.Load(_folder.Path, tree.Size).ShouldNotBeNull().Root().ShouldBe(_expected.Root());
    }
}

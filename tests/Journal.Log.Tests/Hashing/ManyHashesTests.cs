using System.Security.Cryptography;
using Journal.Log.Frames;
using Journal.Log.Hashing;
using Journal.Log.Trees;

namespace Journal.Log.Tests.Hashing;

/// <summary>Each lanes gives the library's hashes. On a processor without its instructions a lanes is skipped.</summary>
public sealed class ManyHashesTests
{
    /// <summary>Longer than what is hashed in lanes.</summary>
    private const int MaxLength = 1700;

    [Theory]
    [InlineData(HashLanes.One)]
    [InlineData(HashLanes.Eight)]
    [InlineData(HashLanes.Sixteen)]
    internal void Add_EveryLengthAndCount_GivesTheLibrarysHashes(HashLanes lanes)
    {
        SkipUnlessSupported(lanes);
        var (random, many) = (new Random(7), new ManyHashes(lanes));
        for (var length = 0; length <= MaxLength; length++)
        {
            Check(many, random, [.. Enumerable.Repeat(length, 1 + (length % 35))]);
        }

        for (var count = 0; count <= 70; count++)
        {
            Check(many, random, [.. Enumerable.Range(0, count).Select(_ => random.Next(300))]);
        }

        Check(many, random, [.. Enumerable.Range(0, MaxLength)]);
    }

    [Theory]
    [InlineData(HashLanes.One)]
    [InlineData(HashLanes.Eight)]
    [InlineData(HashLanes.Sixteen)]
    internal void Root_EveryCount_IsThatOfThePlainTree(HashLanes lanes)
    {
        SkipUnlessSupported(lanes);
        var (random, nodes, root, expected) = (new Random(9), new ManyNodes(lanes), new byte[32], new byte[32]);
        foreach (var count in Enumerable.Range(0, 300).Concat([500, 1023, 1024, 1025, FrameHeader.MaxRecords]))
        {
            var hashes = new byte[count * 32];
            random.NextBytes(hashes);
            MerkleTree.RootInPlace(hashes.ToArray(), expected);

            nodes.Root(hashes, root);

            root.ShouldBe(expected);
        }
    }

    /// <summary>A leaf's hash is that of the record as its proof shows it, however the record is put into its lane.</summary>
    [Theory]
    [InlineData(HashLanes.One)]
    [InlineData(HashLanes.Eight)]
    [InlineData(HashLanes.Sixteen)]
    internal void Leaf_RecordsOfAllLengths_HashAsTheirProofsDo(HashLanes lanes)
    {
        SkipUnlessSupported(lanes);
        var (random, leaf) = (new Random(11), new RecordLeaf(lanes));
        RecordSource[] sources = [new(SourceKind.Udp, ""), new(SourceKind.Tls, new('x', 255)), new(SourceKind.Tcp, "127.0.0.1:1")];
        leaf.SetSalt(SHA256.HashData("salt"u8));
        var records = Enumerable.Range(0, 2000).Select(place =>
        {
            var message = new byte[place % 50 == 0 ? random.Next(RecordBatch.MaxMessageBytes) : random.Next(400)];
            random.NextBytes(message);
            return (Fields: new RecordFields(place, random.NextInt64(), (byte)random.Next(64), sources[place % 3]), Message: message);
        }).ToList();
        var (hashes, expected) = (new byte[records.Count * 32], new byte[32]);

        foreach (var (place, record) in records.Index())
        {
            leaf.Hash(record.Fields, record.Message, hashes, place);
        }

        leaf.Finish(hashes);
        foreach (var (place, record) in records.Index())
        {
            MerkleTree.HashLeaf(leaf.Record(record.Fields, record.Message), expected);
            hashes.AsSpan(place * 32, 32).SequenceEqual(expected).ShouldBeTrue($"{place}");
        }
    }

    private static void SkipUnlessSupported(HashLanes lanes) =>
        Assert.SkipUnless(SupportedLanes.IsSupported(lanes), $"This processor has no instructions for {lanes}.");

    private static void Check(ManyHashes many, Random random, int[] lengths)
    {
        var messages = lengths.Select(length => new byte[length]).ToList();
        var hashes = new byte[lengths.Length * 32];
        foreach (var (place, message) in messages.Index())
        {
            random.NextBytes(message);
            message.CopyTo(many.Begin(message.Length, place * 32));
            many.End(hashes);
        }

        many.Finish(hashes);

        hashes.ShouldBe(messages.SelectMany(message => SHA256.HashData(message)).ToArray());
    }
}

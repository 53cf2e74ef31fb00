using System.Security.Cryptography;
using Journal.Log.Hashing;

namespace Journal.Log.Tests.Hashing;

public sealed class ManyHashesTests
{
    private const int MaxLength = 1700;
    private const int Room = 72;

    /// <summary>On a processor without the instructions both ways are the library's.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Add_EveryLengthAndCount_GivesTheLibrarysHashes(bool inLanes)
    {
        var random = new Random(7);
        var many = new ManyHashes(inLanes);
        foreach (var count in (int[])[1, 2, 15, 16, 17, 31, 33, MaxLength])
        {
            var messages = Enumerable.Range(0, count).Select(index => new byte[count == MaxLength ? index : random.Next(300)]).ToList();
            var hashes = new byte[count * 32];
            foreach (var (index, message) in messages.Index())
            {
                random.NextBytes(message);
                var buffer = new byte[message.Length + Room];
                random.NextBytes(buffer);
                message.CopyTo(buffer, 0);
                many.Add(buffer, message.Length, hashes, index * 32);
            }

            many.Finish(hashes);

            hashes.ShouldBe(messages.SelectMany(message => SHA256.HashData(message)).ToArray());
        }
    }
}

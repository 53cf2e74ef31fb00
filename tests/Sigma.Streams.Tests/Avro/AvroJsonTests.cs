using System.Text;
using System.Text.Json.Nodes;
using Avro;
using Avro.Generic;
using Avro.IO;
using Sigma.Streams.Avro;

namespace Sigma.Streams.Tests.Avro;

/// <summary>Records that Apache's implementation wrote, as JSON; and bytes that nobody wrote.</summary>
public sealed class AvroJsonTests
{
    [Theory]
    [InlineData("\"string\"", "06 61 22 62", "\"a\\\"b\"")]
    [InlineData("\"long\"", "FF FF FF FF FF FF FF FF FF 01", "-9223372036854775808")]
    [InlineData("\"int\"", "03", "-2")]
    [InlineData("\"float\"", "00 00 C0 3F", "1.5")]
    [InlineData("\"double\"", "00 00 00 00 00 00 F8 7F", "\"NaN\"")]
    [InlineData("\"boolean\"", "01", "true")]
    [InlineData("\"bytes\"", "04 FF 00", "\"/wA=\"")]
    [InlineData("""["null","string"]""", "00", "null")]
    [InlineData("""["null","string",{"type":"array","items":"int"}]""", "04 03 04 02 04 00", "[1,2]")] // a block with its size
    [InlineData("""{"type":"map","values":"long"}""", "02 02 6B 02 02 02 6C 04 00", """{"k":1,"l":2}""")] // two blocks
    [InlineData("""{"type":"enum","name":"E","symbols":["A","B"]}""", "02", "\"B\"")]
    [InlineData("""{"type":"fixed","name":"F","size":2}""", "01 02", "\"AQI=\"")]
    [InlineData("""{"type":"bytes","logicalType":"decimal","precision":6,"scale":2}""", "04 CF C7", "-123.45")]
    [InlineData("""{"type":"bytes","logicalType":"decimal","precision":6,"scale":2}""", "02 05", "0.05")]
    [InlineData("""{"type":"fixed","name":"D","size":2,"logicalType":"decimal","precision":4,"scale":0}""", "01 00", "256")]
    [InlineData("""{"type":"string","logicalType":"uuid"}""", "02 78", "\"x\"")]
    [InlineData("""{"type":"int","logicalType":"date"}""", "F2 C0 02", "\"2026-03-25\"")]
    [InlineData("""{"type":"int","logicalType":"time-millis"}""", "02", "\"00:00:00.001\"")]
    [InlineData("""{"type":"long","logicalType":"timestamp-millis"}""", "02", "\"1970-01-01T00:00:00.001Z\"")]
    [InlineData("""{"type":"long","logicalType":"timestamp-micros"}""", "03", "\"1969-12-31T23:59:59.999998Z\"")]
    [InlineData("""{"type":"long","logicalType":"timestamp-millis"}""", "FF FF FF FF FF FF FF FF FF 01", "\"-9223372036854775808\"")]
    [InlineData("""{"type":"long","logicalType":"local-timestamp-micros"}""", "02", "\"1970-01-01T00:00:00.000001\"")]
    [InlineData(
        """{"type":"fixed","name":"L","size":12,"logicalType":"duration"}""", "01 00 00 00 02 00 00 00 DC 05 00 00", "\"P1M2DT1.5S\"")]
    [InlineData("""{"type":"string","logicalType":"of-our-own"}""", "02 78", "\"x\"")]
    public void Of_AValue_IsWhatPeopleWouldWrite(string schema, string bytes, string json) =>
        Encoding.UTF8.GetString(AvroJson.Of(Schema.Parse(schema), Bytes(bytes))).ShouldBe(json);

    [Theory]
    [InlineData("""{"type":"string","logicalType":"timestamp-millis"}""", "02 78", "\"x\"")]
    [InlineData("""{"type":"long","logicalType":"date"}""", "02", "1")]
    [InlineData("""{"type":"int","logicalType":"time-micros"}""", "02", "1")]
    [InlineData("""{"type":"long","logicalType":"uuid"}""", "02", "1")]
    [InlineData("""{"type":"bytes","logicalType":"decimal","precision":2,"scale":4}""", "02 01", "\"AQ==\"")]
    [InlineData("""{"type":"bytes","logicalType":"decimal"}""", "02 01", "\"AQ==\"")]
    [InlineData("""{"type":"string","logicalType":"decimal","precision":2}""", "02 78", "\"x\"")]
    [InlineData("""{"type":"fixed","name":"F","size":2,"logicalType":"duration"}""", "01 02", "\"AQI=\"")]
    [InlineData("""{"type":"string","avro.java.string":"String","logicalType":"UUID"}""", "02 78", "\"x\"")]
    [InlineData("""["null",{"type":"int","logicalType":"timestamp-micros"}]""", "02 02", "1")]
    public void Of_ALogicalTypeThatItsTypeCannotHave_IsTheTypeItself(string schema, string bytes, string json) =>
        Encoding.UTF8.GetString(AvroJson.Of(Schema.Parse(LogicalTypes.WithoutInvalid(schema)), Bytes(bytes))).ShouldBe(json);

    [Theory]
    [InlineData("\"string\"", "06 61", "ends too early")]
    [InlineData("\"string\"", "FE FF FF FF 0F", "ends too early")] // 2 GiB
    [InlineData("\"string\"", "01", "below 0")]
    [InlineData("\"string\"", "02 FF", "not UTF-8")]
    [InlineData("\"long\"", "FF FF FF FF FF FF FF FF FF FF 01", "10 bytes")]
    [InlineData("\"int\"", "02 02", "1 bytes more")]
    [InlineData("""["null","int"]""", "04", "a union of 2")]
    [InlineData("""{"type":"enum","name":"E","symbols":["A"]}""", "02", "a symbol")]
    [InlineData("""{"type":"array","items":"null"}""", "FE FF FF FF FF FF FF FF FF 01", "as JSON")]
    [InlineData("""{"type":"array","items":{"type":"record","name":"R","fields":[]}}""", "FE FF FF FF FF FF FF 01", "as JSON")]
    public void Of_BytesThatAreNotOfTheSchema_SaysWhy(string schema, string bytes, string why) =>
        Should.Throw<AvroDataException>(() => AvroJson.Of(Schema.Parse(schema), Bytes(bytes))).Message.ShouldContain(why);

    [Fact]
    public void Of_ARecordInItself_HasLimitedDepth()
    {
        var schema = Schema.Parse("""{"type":"record","name":"N","fields":[{"name":"n","type":["null","N"]}]}""");
        var deep = Enumerable.Repeat((byte)2, 100).Append((byte)0).ToArray();

        Encoding.UTF8.GetString(AvroJson.Of(schema, deep.AsSpan(97))).ShouldBe("""{"n":{"n":{"n":{"n":null}}}}""");
        Should.Throw<AvroDataException>(() => AvroJson.Of(schema, deep)).Message.ShouldContain("64 levels");
    }

    [Fact]
    public void Of_WhatApacheWrote_IsTheSame()
    {
        var schema = (RecordSchema)Schema.Parse("""
            {"type":"record","name":"Event","fields":[
            {"name":"when","type":{"type":"long","logicalType":"timestamp-millis"}},
            {"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":3}},
            {"name":"process","type":["null",{"type":"record","name":"Process","fields":[
              {"name":"image","type":"string"},{"name":"parent","type":["null","Process"],"default":null}]}]},
            {"name":"tags","type":{"type":"array","items":["string","long"]}},
            {"name":"labels","type":{"type":"map","values":"double"}}]}
            """);
        var process = (RecordSchema)((UnionSchema)schema["process"].Schema)[1];
        var (inner, outer, record) = (new GenericRecord(process), new GenericRecord(process), new GenericRecord(schema));
        inner.Add("image", "init");
        inner.Add("parent", null);
        outer.Add("image", "C:\\a.exe");
        outer.Add("parent", inner);
        record.Add("when", new DateTime(2026, 11, 26, 21, 0, 0, 250, DateTimeKind.Utc));
        record.Add("price", new AvroDecimal(-12.345m));
        record.Add("process", outer);
        record.Add("tags", new object[] { "x", 7L });
        record.Add("labels", new Dictionary<string, object> { ["l"] = 0.1 });
        using var stream = new MemoryStream();
        new GenericDatumWriter<GenericRecord>(schema).Write(record, new BinaryEncoder(stream));

        JsonNode.DeepEquals(JsonNode.Parse(AvroJson.Of(schema, stream.ToArray())), JsonNode.Parse("""
            {"when":"2026-11-26T21:00:00.25Z","price":-12.345,"process":{"image":"C:\\a.exe","parent":{"image":"init","parent":null}},
            "tags":["x",7],"labels":{"l":0.1}}
            """)).ShouldBeTrue();
    }

    [Fact]
    public void Of_RandomBytes_IsJsonOrASentence()
    {
        var schema = Schema.Parse("""
            {"type":"record","name":"R","fields":[{"name":"s","type":"string"},{"name":"u","type":["null","R","long"]},
            {"name":"d","type":{"type":"bytes","logicalType":"decimal","precision":4,"scale":2}},
            {"name":"a","type":{"type":"array","items":{"type":"map","values":"R"}}}]}
            """);
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var bytes = new byte[random.Next(40)];
            random.NextBytes(bytes);
            if (i % 2 == 0)
            {
                Array.ForEach(Enumerable.Range(0, bytes.Length).ToArray(), at => bytes[at] &= 3);
            }

            try
            {
                JsonNode.Parse(AvroJson.Of(schema, bytes)).ShouldNotBeNull();
            }
            catch (AvroDataException)
            {
                // A sentence.
            }
        }
    }

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
}
